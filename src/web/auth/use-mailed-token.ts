import { useState } from "react";

/** The token of an emailed link: the URL fragment, which never reaches a server log. Empty if there is none. */
export function useMailedToken(): string {
	const [token] = useState(() => location.hash.slice(1));
	return token;
}
