import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Builds the web app from `src/web` into `dist/web`; in development `/api` goes to the running server. */
export default defineConfig({
	root: "src/web",
	publicDir: "public",
	plugins: [react(), tailwindcss()],
	build: {
		outDir: "../../dist/web",
		emptyOutDir: true,
		assetsInlineLimit: 0,
		target: "es2023",
	},
	server: { proxy: { "/api": `http://127.0.0.1:${process.env.PORT ?? "3000"}` } },
});
