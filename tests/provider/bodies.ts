// Handwritten bodies of one object: the fields that every answer has, and further ones for a test.

export const ID = "5b3f1c52-8f8e-4c0e-9b0a-2f6d0c9f7a11";

export function endpoint(fields: object = {}) {
  return { id: ID, username: "front-desk", ...fields };
}

export function phoneNumber(fields: object = {}) {
  return {
    id: ID,
    number: "+12025550101",
    capabilities: ["voice"],
    number_type: "longcode",
    created_at: "2026-05-08T19:08:41Z",
    updated_at: "2026-05-08T19:39:06Z",
    ...fields,
  };
}

export function sipProfile(fields: object = {}) {
  return { domain: "example-project.sip.example.com", ...fields };
}
