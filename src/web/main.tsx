import "./styles/app.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createApp } from "./app.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("index.html must have an element with the id root");
createRoot(root).render(<StrictMode>{createApp().element}</StrictMode>);
