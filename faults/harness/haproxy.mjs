// HAProxy with one of the examples in deploy/, on addresses of this machine.
import { once } from "node:events";
import { connect } from "node:net";
import { Program } from "./program.mjs";

/** `addresses`: the variables of the configuration. `port`: where it listens. */
export async function startHaproxy(configuration, port, addresses) {
  const file = new URL(`../../deploy/${configuration}`, import.meta.url).pathname;
  const program = new Program("haproxy", ["-db", "-f", file], addresses);
  await program.untilReady(() => isListening(port));
  return program;
}

/** Whether a connection to the port is accepted. */
export async function isListening(port) {
  const socket = connect(port, "127.0.0.1");
  const isConnected = await once(socket, "connect").then(() => true, () => false);
  socket.destroy();
  return isConnected;
}
