#!/usr/bin/python3
"""Holds JSON files against a JSON Schema with an independent program, python3-jsonschema.

    validate_with_schema.py SCHEMA FOLDER      prints `NAME valid` or `NAME invalid: why` for each *.json in the folder
"""

import json
import pathlib
import sys

import jsonschema


def main():
    schema = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    for path in sorted(pathlib.Path(sys.argv[2]).glob("*.json")):
        error = next(validator.iter_errors(json.loads(path.read_text(encoding="utf-8"))), None)
        print(path.stem, "valid" if error is None else "invalid: " + error.message.replace("\n", " ")[:200])


main()
