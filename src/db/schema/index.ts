export * from './audit.ts';
export * from './calibrations.ts';
export * from './contexts.ts';
export * from './conversations.ts';
export * from './decisions.ts';
export * from './fiedler.ts';
export * from './learned.ts';
