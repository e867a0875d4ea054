// Sockets that another process has opened for this one, as systemd does (`sd_listen_fds`): they outlive this process, so callers who connect
// during its restart wait in the socket.

import { ConfigurationError } from "./configuration/build.js";

/** The file descriptor of the first socket; the others follow it. */
const FIRST_FD = 3;
const NAMES = ["public", "operators"];

/**
 * Returns the file descriptors of the sockets for callers and for operators, if there are any, and removes the variables: they are not for
 * programs that this one starts.
 *
 * @param {Record<string, string | undefined>} env
 * @returns {{ fd?: number, operatorsFd?: number }}
 * @throws {ConfigurationError}
 */
export function takeListenSockets(env, pid = process.pid) {
  const { LISTEN_PID, LISTEN_FDS, LISTEN_FDNAMES } = env;
  if (LISTEN_PID === undefined || LISTEN_FDS === undefined) return {};
  const refuseSockets = (message) => {
    throw new ConfigurationError([message]);
  };
  if (!/^\d{1,10}$/.test(LISTEN_PID))
    refuseSockets(`the variable \`LISTEN_PID\` must be a process id, not ${LISTEN_PID}`);
  // A parent got them, and left the variables.
  if (Number(LISTEN_PID) !== pid) return {};
  for (const name of ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]) delete env[name];
  if (LISTEN_FDS !== "1" && LISTEN_FDS !== "2")
    refuseSockets(`the variable \`LISTEN_FDS\` must be a whole number from 1 to ${NAMES.length}, not ${LISTEN_FDS}`);
  const count = Number(LISTEN_FDS);
  const names = LISTEN_FDNAMES ? LISTEN_FDNAMES.split(":") : [];
  if (names.length > 0 && names.length !== count)
    refuseSockets(`\`LISTEN_FDNAMES\` has ${names.length} names for ${count} socket${count === 1 ? "" : "s"}`);
  // A single socket is for callers, whatever its name: by default systemd names it after its unit.
  if (count === 1) return names[0] === "operators" ? { operatorsFd: FIRST_FD } : { fd: FIRST_FD };
  if (!NAMES.every((name) => names.includes(name)))
    refuseSockets("two sockets need names: set `FileDescriptorName` to `public` and `operators`");
  return { fd: FIRST_FD + names.indexOf("public"), operatorsFd: FIRST_FD + names.indexOf("operators") };
}
