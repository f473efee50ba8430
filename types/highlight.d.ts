/** The part of highlight.js that is used: its own types bring those of a browser with them. */
type Hljs = {
  registerLanguage(name: string, language: unknown): void;
  getLanguage(name: string): object | undefined;
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string };
};

declare const hljs: Hljs;
export default hljs;
