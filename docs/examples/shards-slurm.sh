#!/bin/bash
#SBATCH --array=1-16
sitegraph --shard "$SLURM_ARRAY_TASK_ID/16" -O "part$SLURM_ARRAY_TASK_ID" --progress none
