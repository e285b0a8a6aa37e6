# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# Completion for the tools of QtRdma. bash-completion loads it by the name of a tool, from a function: hence -g.

# The options of each tool. Behind those that take a value is what to propose for it: file, directory, device, words that are
# separated by commas, or nothing.
declare -gA _qtrdma_options=(
    [qtrdma-bridge]="--listen= --to= --tls --certificate=file --private-key=file --ca=file --key-file=file
        --max-connections= --max-per-address= --connect-timeout= --idle-timeout= --grace= --statistics=
        --transport=rdma,prefer-rdma,tcp"
    [qtrdma-chat]="--listen= --connect= --name= --tls --certificate=file --private-key=file --ca=file
        --download-dir=directory --max-file= --times --transport=rdma,prefer-rdma,tcp"
    [qtrdma-chat-window]="--connect= --listen= --name= --download-dir=directory --dark --screenshot=file --after= --overwrite
        --transport=rdma,prefer-rdma,tcp"
    [qtrdma-cmtime]="--listen= -p= --port= -c= --connections= --parallel= --json"
    [qtrdma-devinfo]="-d=device --device=device -i= --ib-port= -l --list --verbose --json"
    [qtrdma-gids]="--json"
    [qtrdma-monitor]="--headless --terminal --prometheus --prometheus-file=file --listen= --interval= --count= --record=file --replay=file --follow --overwrite --export=file
        --table=devices,ports,gids,details,limits,counters,resources,endpoints,processes,connections,events --screenshot=directory --size=
        --connect= --hosts=file --serve= --key-file=file --insecure --transport=rdma,prefer-rdma,tcp"
    [qtrdma-perf]="-m=latency,bandwidth,rate --measure=latency,bandwidth,rate -s= --size= -a --all -n= --iterations=
        -D= --duration= --run_infinitely -w= --warm-up= -t= --depth= -r= --rx-depth= -q= --connections= --queue-pairs=
        -l= --batch= -Q= --cq-mod= -I= --inline= -b --both-directions --skip --signals --futures --spin= --adaptive --force-spin
        --moderation= --no-yield --rdma-dispatcher -e --events -d=device --device=device -i= --ib-port= -x= --gid= -p= --port=
        -c=RC,UC,UD --connection=RC,UC,UD -T= --tos= -S= --sl= -u= --qp-timeout= -R --rdma_cm -F --CPU-freq --listen= --clients= --patient --report_gbits -H --report-histogram
        -U --report-unsorted --json=file --csv=file --plot=file --plot-theme=light,dark --overwrite --compare --min-bw= --max-p99=
        --quiet"
    [qtrdma-pingpong]="--listen= -p= --port= -s= --size= -n= --iterations= --keep --json"
    [qtrdma-send]="--receive=directory --listen= --count= --transport=rdma,prefer-rdma,tcp"
    [qtrdma-send-window]="--listen= --port= --directory=directory --send=file --to= --accept-all --dark --screenshot=file --overwrite
        --transport=rdma,prefer-rdma,tcp"
)
_qtrdma_common="-h --help --help-all -v --version"

# What to propose for words that are no options.
declare -gA _qtrdma_words=(
    [qtrdma-devinfo]=device
    [qtrdma-gids]=device
    [qtrdma-perf]="send,write,write-imm,read,atomic,stream,tcp"
    [qtrdma-send]=file
)

_qtrdma_propose() # KIND
{
    local names=''
    case $1 in
        '') return ;;
        file | directory)
            compopt -o filenames
            mapfile -t COMPREPLY < <(compgen -A "$1" -- "$cur") ;;
        device) names=$(compgen -G '/sys/class/infiniband/*') && names=${names//\/sys\/class\/infiniband\//} ;;
        *) names=${1//,/ } ;;
    esac
    [[ -z $names ]] || mapfile -t COMPREPLY < <(compgen -W "$names" -- "$cur")
}

_qtrdma() # TOOL WORD BEFORE
{
    local tool=${1##*/} cur=$2 before=$3 option names=()
    # Bash makes words of their own of "=" and what is behind it.
    if [[ $cur == = ]]; then
        cur=''
    elif [[ $before == = ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    COMPREPLY=()
    for option in ${_qtrdma_options[$tool]} $_qtrdma_common; do
        if [[ $option == "$before"=* ]]; then
            _qtrdma_propose "${option#*=}"
            return
        fi
        names+=("${option%%=*}")
    done
    if [[ $cur == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "${names[*]}" -- "$cur")
    else
        _qtrdma_propose "${_qtrdma_words[$tool]-}"
    fi
}

complete -F _qtrdma "${!_qtrdma_options[@]}"
