import { walkUnsubscriber } from "./unsubscriber-walks.ts";

walkUnsubscriber(["demo", "mbox", "imap"]);
