import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { readMailto } from "#shared/mail/mailto.ts";
import { compose } from "#web/lib/passing/compose.ts";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { t } from "./base/text.ts";
import type { ComposeSearch } from "./compose-search.ts";

/** Opens a composer for a `mailto:` link, over the drafts. */
export default function ComposePage() {
	const { mailto = "" } = useSearch({ strict: false }) as ComposeSearch;
	const navigate = useNavigate();
	const done = useRef(false);
	useEffect(() => {
		if (done.current) return;
		done.current = true;
		compose({ kind: "new", ...readMailto(mailto) });
		void navigate({ to: "/drafts", replace: true });
	}, [mailto, navigate]);
	return <Skeleton rows={3} label={t.window.opening} />;
}
