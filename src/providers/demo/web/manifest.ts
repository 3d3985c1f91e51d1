import { lazy } from "react";
import type { PanelScreens } from "#web/lib/mailbox/provider-screens.ts";

export const screens: PanelScreens = { panel: lazy(() => import("./demo-panel.tsx")) };
