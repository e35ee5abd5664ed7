# bash completion of evaltop; made by evaltop --completion bash
_evaltop()
{
	local cur=${COMP_WORDS[COMP_CWORD]} words
	local prev=${COMP_WORDS[COMP_CWORD - 1]}

	COMPREPLY=()
	if [ "$COMP_CWORD" -eq 1 ]; then
		mapfile -t COMPREPLY < <(compgen -W 'demo run view runs compare check doctor help --help --version' -- "$cur")
		return
	fi
	case $prev in
	--jobs|-j)
		return ;;
	--timeout|-t)
		return ;;
	--k|-k)
		return ;;
	--memory)
		return ;;
	--output-cap)
		return ;;
	--deny)
		return ;;
	--allow)
		return ;;
	--python)
		compopt -o default
		return ;;
	--format)
		mapfile -t COMPREPLY < <(compgen -W 'native humaneval mbpp asserts' -- "$cur")
		return ;;
	--samples-format)
		mapfile -t COMPREPLY < <(compgen -W 'solution completion solutions code_list completions samples responses response answer output generation text generations' -- "$cur")
		return ;;
	--only)
		return ;;
	--limit)
		return ;;
	--out)
		compopt -o default
		return ;;
	--label)
		return ;;
	--resume)
		compopt -o default
		return ;;
	--rerun)
		return ;;
	--guard)
		mapfile -t COMPREPLY < <(compgen -W 'shared split confirm' -- "$cur")
		return ;;
	--stop)
		return ;;
	--sandbox)
		mapfile -t COMPREPLY < <(compgen -W 'full landlock limits' -- "$cur")
		return ;;
	--fail-under)
		return ;;
	--theme)
		return ;;
	--script)
		return ;;
	esac
	case ${COMP_WORDS[1]} in
	demo)
		words='--jobs -j --timeout -t --k -k --memory --output-cap --deny --allow --python --site-packages --only --limit --out --label --resume --rerun --guard --cold --no-dedup --sandbox --fail-under --plain --json --ascii --no-color --theme --script --quiet -q --verbose -v --help -h' ;;
	run)
		words='--jobs -j --timeout -t --k -k --memory --output-cap --deny --allow --python --site-packages --format --samples-format --only --limit --out --label --resume --rerun --guard --cold --no-dedup --stop --sandbox --fail-under --plain --json --ascii --no-color --theme --script --quiet -q --verbose -v --help -h' ;;
	view)
		words='--fail-under --follow -f --plain --json --ascii --no-color --theme --script --quiet -q --verbose -v --help -h' ;;
	runs)
		words='--browse -b --json --ascii --no-color --theme --script --help -h' ;;
	compare)
		words='--k -k --plain --json --ascii --no-color --theme --script --help -h' ;;
	check)
		words='--jobs -j --timeout -t --memory --output-cap --deny --allow --python --site-packages --format --only --limit --out --label --resume --rerun --guard --cold --sandbox --fail-under --plain --json --ascii --no-color --theme --script --quiet -q --verbose -v --help -h' ;;
	doctor)
		words='--python --json --help -h' ;;
	help)
		if [[ $cur != -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W 'demo run view runs compare check doctor help' -- "$cur")
			return
		fi
		words='--help -h' ;;
	esac
	case $cur in
	-*) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur") ;;
	*) compopt -o default ;;
	esac
}
complete -F _evaltop evaltop
