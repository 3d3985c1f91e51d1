import type { ConversationAction, Task } from "#web/lib/screens/inbox-extension.ts";

/** An action of another tool on the open conversation. */
export interface ToolAction {
	action: ConversationAction;
	run: () => void;
}

/** Those on something that the open message asks for. */
export type TaskActions = (task: Task) => readonly ToolAction[];
