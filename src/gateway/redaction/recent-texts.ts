/** Texts of up to so many characters are remembered twice over: in the younger half and in the older one. */
const halfCharacters = 2_000_000;
const halfTexts = 20_000;

/** The texts that were added last, up to a total length. */
export class RecentTexts {
  #young = new Set<string>();
  #old = new Set<string>();
  #characters = 0;

  has(text: string): boolean {
    return this.#young.has(text) || this.#old.has(text);
  }

  add(text: string): void {
    if (text.length > halfCharacters) return;
    this.#characters += text.length;
    if (this.#characters > halfCharacters || this.#young.size >= halfTexts) {
      this.#old = this.#young;
      this.#young = new Set();
      this.#characters = text.length;
    }
    this.#young.add(text);
  }
}
