import type { Fault } from "./fault.ts";
import { changes } from "./wings/changes.ts";
import { screens } from "./wings/screens.ts";
import { send } from "./wings/send.ts";
import { store } from "./wings/store.ts";
import { sync } from "./wings/sync.ts";
import { tools } from "./wings/tools.ts";

export const faults: readonly Fault[] = [...store, ...changes, ...sync, ...send, ...tools, ...screens];
