import { lazy } from "react";

/** Loaded when it is first shown, with the parser. Needs a `Suspense` above it. */
export const FileImport = lazy(() => import("./file-import.tsx"));
