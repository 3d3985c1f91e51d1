export { readSegment as default } from "./segment.ts";
