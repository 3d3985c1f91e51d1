import { createServer, type Socket } from "node:net";

/** A test TCP server on a free port of 127.0.0.1. */
export interface TcpServer {
	port: number;
	/** Also closes all its connections. */
	close(): Promise<void>;
}

/** Calls `converse` for each connection; connection errors are ignored. */
export async function startTcpServer(converse: (socket: Socket) => void): Promise<TcpServer> {
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.once("close", () => sockets.delete(socket));
		socket.on("error", () => socket.destroy());
		converse(socket);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("The server has no port");
	return {
		port: address.port,
		async close() {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
