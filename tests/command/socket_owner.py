"""Owns listening sockets as systemd does: hands them to a program, and again to the program that it starts after that one has ended.

socket_owner.py NAME,... PROGRAM ARGUMENT...   prints the ports; each line of standard input restarts the program, and gives its exit code
"""

import os
import signal
import socket
import sys

names, program = sys.argv[1].split(","), sys.argv[2:]
sockets = []
for _ in names:
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(4096)
    sockets.append(listener)


def start():
    pid = os.fork()
    if pid:
        return pid
    # First to places that the next lines do not overwrite.
    copies = [os.dup2(one.fileno(), 100 + at) for at, one in enumerate(sockets)]
    for at, copy in enumerate(copies):
        os.dup2(copy, 3 + at, inheritable=True)
    environment = {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": str(len(names)), "LISTEN_FDNAMES": ":".join(names)}
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.execvpe(program[0], program, {**os.environ, **environment})


pid = start()
print("ports", *(one.getsockname()[1] for one in sockets), flush=True)
for _ in sys.stdin:
    os.kill(pid, signal.SIGTERM)
    _, status = os.waitpid(pid, 0)
    print("exit", os.waitstatus_to_exitcode(status), flush=True)
    pid = start()
os.kill(pid, signal.SIGTERM)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
