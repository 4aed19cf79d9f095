/** True when a text has every word; a word of digits is also found within a number that is written another way. */
export function finds(words: string): (text: string) => boolean {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const digits = /^[+\d\s().-]+$/.test(words) ? words.replace(/\D/g, "") : "";
  return (text) => {
    const lower = text.toLowerCase();
    return wanted.every((word) => lower.includes(word)) || (digits.length >= 4 && lower.includes(digits));
  };
}
