/**
 * Commands of `npm run mailstead`, which a module lists.
 */

/** A command and what it works with. */
export type { Command, CommandContext } from "../platform/modules/command.ts";
