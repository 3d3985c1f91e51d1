import "../styles/app.css";
import { type ComponentType, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { siteScreens } from "./screens.ts";
import { fetchSession } from "./session.ts";
import { Visit } from "./visit.tsx";

/** Entry for visitors: public pages without the app (a third of its size). */
async function open(root: HTMLElement): Promise<void> {
	const session = fetchSession();
	const screen = siteScreens.find(({ path }) => path === location.pathname) ?? siteScreens[0];
	const Page = (await screen.load()).default as ComponentType;
	createRoot(root).render(
		<StrictMode>
			<Visit session={session}>
				<Page />
			</Visit>
		</StrictMode>,
	);
}

const root = document.getElementById("root");
if (!root) throw new Error("site.html must have an element with the id root");
void open(root);
