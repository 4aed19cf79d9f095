// What each allowed value means, for the plugin's schema. A value means the same in every field that takes it.

const HANDLERS = {
  relay_context: "A program that listens on a RELAY context answers.",
  relay_application: "A program that listens on a RELAY application's name answers.",
  relay_topic: "A program that listens on a RELAY topic answers.",
  relay_script: "An SWML document at a URL answers.",
  relay_connector: "A RELAY connector answers.",
  relay_sip_endpoint: "A SIP endpoint is rung.",
  relay_verto_endpoint: "A Verto endpoint is rung.",
  laml_webhooks: "A LaML document at a URL answers.",
  laml_application: "A LaML application answers.",
  dialogflow: "A Dialogflow agent answers.",
  video_room: "A video room takes the call.",
  call_flow: "A call flow answers.",
  ai_agent: "An AI agent answers.",
} as const;

const ENCRYPTION = {
  default: "Inherits the setting of the SIP profile.",
  required: "Connections must be encrypted.",
  optional: "Connections may be unencrypted.",
  forbidden: "Connections must be unencrypted.",
} as const;

const CODECS = {
  OPUS: "Audio, wideband.",
  G722: "Audio, wideband.",
  PCMU: "Audio, G.711 with the \u00b5-law.",
  PCMA: "Audio, G.711 with the A-law.",
  G729: "Audio, with a low bit rate.",
  VP8: "Video.",
  H264: "Video.",
} as const;

const CIPHERS = {
  AEAD_AES_256_GCM_8: "AES-256 in Galois/Counter Mode, with a tag of 8 bytes.",
  AES_256_CM_HMAC_SHA1_80: "AES-256 in Counter Mode, with a tag of 80 bits.",
  AES_CM_128_HMAC_SHA1_80: "AES-128 in Counter Mode, with a tag of 80 bits.",
  AES_256_CM_HMAC_SHA1_32: "AES-256 in Counter Mode, with a tag of 32 bits, which is weak.",
  AES_CM_128_HMAC_SHA1_32: "AES-128 in Counter Mode, with a tag of 32 bits, which is weak.",
} as const;

const PARTS = {
  Apartment: "The number of an apartment.",
  Basement: "A basement.",
  Building: "One building of several.",
  Department: "A department.",
  Floor: "A floor.",
  Office: "An office.",
  Penthouse: "A penthouse.",
  Suite: "A suite.",
  Trailer: "A trailer.",
  Unit: "Any other unit.",
} as const;

export const VALUE_DOCS: { readonly [value: string]: string } = {
  ...HANDLERS,
  ...ENCRYPTION,
  ...CODECS,
  ...CIPHERS,
  ...PARTS,
  GET: "The request is a GET, with parameters in the query.",
  POST: "The request is a POST, with parameters in the body.",
  voice: "Calls are taken as speech.",
  fax: "Calls are taken as fax.",
  calling: "The script takes calls.",
  messaging: "The script takes messages.",
  working_copy: "The version that is being edited.",
  current_deployed: "The version that was deployed last.",
  leave: "Keeps the settings as they are.",
  restore: "Puts back the settings that the first adoption found.",
  clear: "Unsets all settings.",
  watch: "A change by hand counts as drift everywhere.",
  whenDue: "Renews the token once it is due.",
  always: "Renews the token in every `up`.",
  never: "Never renews the token.",
};
