#!/usr/bin/env node
import process from 'node:process';
import { runApply } from '../../apply/command.ts';
import { vbenTarget } from './target.ts';

process.exitCode = await runApply(vbenTarget, process.argv.slice(2));
