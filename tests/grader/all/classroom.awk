# classroom.awk: from `grader --points` of one lab, a workflow for GitHub Classroom: a step for each
# test, so that there is credit for each
#
#     02_pgs 01 1 Jacobi sweep: the worked example
#
# It calls `make grade` and not `make test`, for which a stub is not a failure.
NR == 1 {
    nick = $1
    sub(/^[0-9]*_/, "", nick)
    print "name: Autograding Tests"
    print "on: [push, workflow_dispatch, repository_dispatch]"
    print "permissions:"
    print "  checks: write"
    print "  actions: read"
    print "  contents: read"
    print "jobs:"
    print "  run-autograding-tests:"
    print "    runs-on: ubuntu-latest"
    print "    if: github.actor != 'github-classroom[bot]'"
    print "    steps:"
    print "      - name: Checkout code"
    print "        uses: actions/checkout@v4"
}
{
    title = $0
    sub(/^[^ ]* [^ ]* [^ ]* /, "", title)
    gsub(/'/, "''", title)
    name = "'" nick "." $2 " " title "'"
    id = nick "-" $2
    ids = ids (ids ? "," : "") id
    results = results "          " toupper(id) "_RESULTS: ${{ steps." id ".outputs.result }}\n"
    print "      - name: " name
    print "        id: " id
    print "        uses: classroom-resources/autograding-command-grader@v1"
    print "        with:"
    print "          test-name: " name
    print "          setup-command: ''"
    print "          command: SEED=${{ secrets.SEED }} make -s grade LAB=" nick " T=" $2
    print "          timeout: 5"
    print "          max-score: " $3
}
END {
    print "      - name: Autograding Reporter"
    print "        uses: classroom-resources/autograding-grading-reporter@v1"
    print "        env:"
    printf "%s", results
    print "        with:"
    print "          runners: " ids
}
