// French puts a space before its high punctuation and inside its quotation marks, at which no line may be broken; and its
// apostrophe is a curved one.

const FINE = "\u202f";
const FIRM = "\u00a0";

export function french(text: string): string {
  return text
    .replace(/ (?=[;!?](?:\W|$))/g, FINE)
    .replace(/ (?=:(?:\s|$))/g, FIRM)
    .replace(/« /g, `«${FIRM}`)
    .replace(/ »/g, `${FIRM}»`)
    .replace(/ (?=%(?:\W|$))/g, FINE)
    .replace(/(?<=[\d}]) (?=(?:ms|s)\b)/g, FINE)
    .replace(/(?<=\p{L})'/gu, "’");
}
