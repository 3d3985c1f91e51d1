import "../styles/app.css";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createHashHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { GalleryPage } from "./gallery-page.tsx";

/** The component gallery, for development: `npm run dev`, then `/gallery.html`. It is not part of the build. */
const router = createRouter({ routeTree: createRootRoute({ component: GalleryPage }), history: createHashHistory() });
const root = document.getElementById("root");
if (!root) throw new Error("gallery.html must have an element with the id root");
createRoot(root).render(
	<StrictMode>
		<QueryClientProvider client={new QueryClient()}>
			<RouterProvider router={router} />
		</QueryClientProvider>
	</StrictMode>,
);
