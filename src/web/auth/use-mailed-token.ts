import { useState } from "react";

/** The secret of a mailed link: the part behind the hash, which no server's log sees. Empty: there was none. */
export function useMailedToken(): string {
	const [token] = useState(() => location.hash.slice(1));
	return token;
}
