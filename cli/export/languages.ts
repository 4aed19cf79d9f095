// The languages in which the export writes a program.

export const languages = ["typescript", "yaml"] as const;
export type Language = (typeof languages)[number];
