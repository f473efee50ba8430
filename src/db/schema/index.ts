export * from './audit.ts';
export * from './capture.ts';
export * from './contexts.ts';
export * from './conversations.ts';
export * from './fiedler.ts';
export * from './search.ts';
