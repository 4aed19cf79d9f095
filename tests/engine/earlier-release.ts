// The program, the state and the account of a stack that an earlier release deployed.

/** Every kind of resource, with secrets in arguments, in the settings before adoption, and in settings outside the program. */
export const PROGRAM = `
new SipProfile("profile", { defaultEncryption: "required", onDestroy: "restore" });
const desk = new SipEndpoint("desk", {
  username: "desk", password: "canary-password", callerId: "Desk", codecs: ["OPUS", "PCMU"], callHandler: "relay_script",
  callRelayScriptUrl: "https://scripts.example.com/desk?token=canary-script-token",
});
new SipEndpoint("plain", { username: "plain", password: pulumi.secret("canary-password-2") });
new PhoneNumber("line", {
  number: "+12025550101", name: "Main line", callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id, onDestroy: "restore",
});
new PhoneNumber("second", { number: "+12025550102", name: "Second" });
new ClientToken("browser", { resourceName: "browser", expiresIn: 5256000 });
`;
