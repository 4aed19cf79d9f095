import { CxmlScript } from "pulumi-signalwire";

const closed = new CxmlScript("closed", {
  displayName: "Office closed",
  contents: "<Response><Say>We are closed. Please call again tomorrow.</Say></Response>",
});
export const closedUrl = closed.requestUrl;
