"""Real proxies, configured as in deploy/, in front of a real server: https, with certificates of their own."""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import subprocess
import sys
from abc import ABC, abstractmethod
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import sleep

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from tests.patience import PATIENCE
from tests.serve.serving import free_port
from tests.serve.visiting import Server

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "play.example.org"
"""By which the server is called in the configuration."""


def found(program: str) -> str:
    """Where a program is: what `make test` has unpacked, or the system's own. Without it, the test is skipped."""
    unpacked = [Path(sys.prefix, "proxies", "usr", folder) for folder in ("sbin", "bin")]
    where = os.pathsep.join([*map(str, unpacked), "/usr/sbin", os.environ.get("PATH", "")])
    at = shutil.which(program, path=where)
    if not at:
        pytest.skip(f"The server is tested behind {program} too, and it is not here. `make test` unpacks it.")
    return at


class Proxied(Server):
    """A server that believes its proxy, and answers to its name."""

    program = Server.program.replace(
        "limits=Limits.none() if sys.argv[3] else None", f"limits=Limits(proxy=True, names=({NAME!r},))"
    )


class Proxy(ABC):
    """A proxy that runs, in a folder of its own."""

    program: str

    def __init__(self, folder: Path, upstream: str) -> None:
        self.folder, self.upstream = folder, upstream
        self.port, self.plain_port = free_port(), free_port()
        self.log = folder / f"{self.program}.log"
        with self.log.open("wb") as log:
            command, env = self.configured(), os.environ | {"HOME": str(folder)} | self.environment()
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=env, cwd=folder)
        self._wait()

    @abstractmethod
    def configured(self) -> list[str]:
        """The command, once its configuration is written."""

    def environment(self) -> dict[str, str]:
        return {}

    @property
    @abstractmethod
    def authority(self) -> Path:
        """The certificate that vouches for its own."""

    @property
    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.authority))

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)

    def _wait(self) -> None:
        """Until it does https."""
        while True:
            assert self.process.poll() is None, self.log.read_text()
            try:
                with (
                    socket.create_connection(("127.0.0.1", self.port), PATIENCE) as plain,
                    self.trust.wrap_socket(plain, server_hostname=NAME),
                ):
                    return
            except (OSError, ssl.SSLError):
                sleep(0.05)


class Caddy(Proxy):
    """It is its own authority, as it is for names that nobody else vouches for."""

    program = "caddy"

    def configured(self) -> list[str]:
        settings = f"""{{
            admin off
            http_port {self.plain_port}
            https_port {self.port}
            local_certs
            skip_install_trust
            storage file_system {self.folder / "storage"}
        }}
        import {DEPLOY / "Caddyfile"}
        """
        (self.folder / "Caddyfile").write_text(settings)
        return [found("caddy"), "run", "--config", "Caddyfile", "--adapter", "caddyfile"]

    def environment(self) -> dict[str, str]:
        return {"TABLIER_UPSTREAM": self.upstream, "TABLIER_SITE": NAME}

    @property
    def authority(self) -> Path:
        return self.folder / "storage" / "pki" / "authorities" / "local" / "root.crt"


class Nginx(Proxy):
    """It has a certificate that it signed itself."""

    program = "nginx"

    def configured(self) -> list[str]:
        own = {
            "listen 80;": f"listen {self.plain_port};",
            "listen 443 ssl": f"listen {self.port} ssl",
            f"/etc/letsencrypt/live/{NAME}": str(self.folder),
            "127.0.0.1:8000": self.upstream,
        }
        site = (DEPLOY / "nginx.conf").read_text()
        for usual, here in own.items():
            assert usual in site
            site = site.replace(usual, here)
        (self.folder / "site.conf").write_text(site)
        temporary = "".join(
            f"{kind}_temp_path {self.folder / kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        user = "user root;" if hasattr(os, "geteuid") and os.geteuid() == 0 else ""
        (self.folder / "nginx.conf").write_text(
            f"{user} daemon off; pid {self.folder / 'pid'}; error_log stderr; events {{}}\n"
            f"http {{ access_log off;\n{temporary} include {self.folder / 'site.conf'}; }}\n"
        )
        self._certify()
        return [found("nginx"), "-p", str(self.folder), "-c", str(self.folder / "nginx.conf")]

    def _certify(self) -> None:
        key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
        certificate = (
            x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
            .not_valid_before(now - timedelta(hours=1))
            .not_valid_after(now + timedelta(days=2))
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
            .sign(key, hashes.SHA256())
        )
        (self.folder / "fullchain.pem").write_bytes(certificate.public_bytes(Encoding.PEM))
        written = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        (self.folder / "privkey.pem").write_bytes(written)

    @property
    def authority(self) -> Path:
        return self.folder / "fullchain.pem"
