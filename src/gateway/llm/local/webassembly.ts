/** What Node has of WebAssembly and its types leave out; only what is used here. */
declare global {
  namespace WebAssembly {
    class Memory {
      constructor(descriptor: { initial: number });
      readonly buffer: ArrayBuffer;
    }
    class Module {
      constructor(bytes: Uint8Array);
    }
    class Instance {
      constructor(module: Module, imports: Record<string, Record<string, unknown>>);
      readonly exports: Record<string, unknown>;
    }
  }
}

export {};
