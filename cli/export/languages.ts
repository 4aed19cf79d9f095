export const languages = ["typescript", "yaml"] as const;
export type Language = (typeof languages)[number];
