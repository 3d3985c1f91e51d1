import { walkUnsubscriber } from "./unsubscriber-walks.ts";

walkUnsubscriber(["gmail", "outlook"]);
