// Memory of the tests in huge pages, where the system gives them to programs that ask: a fifth less CPU time.

const SETTING = "glibc.malloc.hugetlb=1";

/**
 * Lets this process's children ask for huge pages (https://www.gnu.org/software/libc/manual/html_node/Memory-Allocation-Tunables.html).
 * Other C libraries ignore it.
 */
export function askForHugePages() {
	const { GLIBC_TUNABLES: given } = process.env;
	if (given?.includes("glibc.malloc.hugetlb")) return;
	process.env.GLIBC_TUNABLES = given ? `${given}:${SETTING}` : SETTING;
}
