export * from './audit.ts';
export * from './contexts.ts';
export * from './conversations.ts';
export * from './experience.ts';
export * from './fiedler.ts';
export * from './reasoning.ts';
export * from './search.ts';
export * from './workflow.ts';
