/** Returns a function that is true for a text with every word. A word of digits also matches a number with separators. */
export function finds(words: string): (text: string) => boolean {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const digits = /^[+\d\s().-]+$/.test(words) ? words.replace(/\D/g, "") : "";
  return (text) => {
    const lower = text.toLowerCase();
    return wanted.every((word) => lower.includes(word)) || (digits.length >= 4 && lower.includes(digits));
  };
}
