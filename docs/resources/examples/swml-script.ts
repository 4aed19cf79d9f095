import { SwmlScript } from "pulumi-signalwire";

const menu = new SwmlScript("menu", {
  displayName: "Main menu",
  contents: {
    version: "1.0.0",
    sections: {
      main: [{ play: { url: "say:One moment, please." } }, { connect: { to: "/public/front-desk" } }],
    },
  },
});
export const menuUrl = menu.requestUrl;
