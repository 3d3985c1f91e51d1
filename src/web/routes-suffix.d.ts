/** Contracts without their schemas, made by the build (`vite.config.ts`); give them the contract's own type where they are used. */
declare module "*?routes";
