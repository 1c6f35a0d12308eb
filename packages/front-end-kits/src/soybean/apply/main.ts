#!/usr/bin/env node
import process from 'node:process';
import { runApply } from '../../apply/command.ts';
import { soybeanTarget } from './target.ts';

process.exitCode = await runApply(soybeanTarget, process.argv.slice(2));
