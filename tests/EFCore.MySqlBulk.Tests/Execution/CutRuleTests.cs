using EFCore.MySqlBulk.Execution.Rejecting;
using EFCore.MySqlBulk.Strategies.Cuts;

namespace EFCore.MySqlBulk.Tests.Execution;

public sealed class CutRuleTests
{
    private const int Usual = 250;

    private readonly CutRule _rule = new();

    [Fact]
    public void Nothing_is_cut_before_a_row_is_refused()
    {
        _rule.Accepted(100_000);
        Assert.Null(_rule.Next);
        Assert.Equal(0, _rule.Alone);
    }

    [Fact]
    public void A_named_row_goes_alone_behind_those_before_it()
    {
        _rule.Refused(Usual, named: 99);
        RowCut next = _rule.Next!.Value;
        Assert.Equal((99, 1), (next.First, next.Alone));
        Assert.InRange(next.Rows, 2, Usual / 2);
        Assert.InRange((long)next.Rows * next.Statements, Usual, 2 * Usual);
    }

    [Fact]
    public void A_statement_without_a_name_is_cut_and_then_goes_row_by_row()
    {
        _rule.Refused(Usual, named: null);
        RowCut search = _rule.Next!.Value;
        Assert.Equal((0, 0), (search.First, search.Alone));
        Assert.InRange(search.Rows * search.Statements, Usual, Usual + search.Rows);

        _rule.Sent(search.Rows * 3, TimeSpan.FromMilliseconds(1));
        _rule.Refused(search.Rows, named: null);
        Assert.Equal((0, search.Rows), (_rule.Next!.Value.First, _rule.Next.Value.Alone));
    }

    [Fact]
    public void The_usual_statements_come_back_where_rows_are_good()
    {
        _rule.Refused(Usual, named: 99);
        for (int i = 0; i < 20 && _rule.Next is { } next; i++)
            _rule.Sent(next.First + next.Alone + (next.Rows * next.Statements), TimeSpan.FromMilliseconds(1));
        Assert.Null(_rule.Next);
    }

    [Fact]
    public void Rows_go_one_by_one_where_every_third_is_bad()
    {
        for (int i = 0; i < 20 && _rule.Alone == 0; i++)
        {
            _rule.Refused(_rule.Next is { Rows: > 0 } next ? next.Rows : Usual, named: 2);
            if (_rule.Alone == 0)
                _rule.Sent(3, TimeSpan.FromMilliseconds(1));
        }

        Assert.InRange(_rule.Alone, 100, 1_000);
    }

    [Theory]
    [InlineData(30, 300, 0.8, 1)]
    [InlineData(30, 10, 0, 0.2)]
    public void What_has_been_faster_is_done_for_most_rows(int aloneMicroseconds, int cutMicroseconds, double least, double most)
    {
        const int Distance = 100;
        long alone = 0;
        long cut = 0;
        for (int i = 0; i < 300; i++)
        {
            if (_rule.Alone is > 0 and var rows)
            {
                alone += rows;
                _rule.SentAlone(rows, Math.Max(1, rows / Distance), TimeSpan.FromMicroseconds(aloneMicroseconds * rows));
            }
            else if (_rule.Next is { Rows: > 0 } next)
            {
                cut += Distance;
                _rule.Sent(Distance, TimeSpan.FromMicroseconds(cutMicroseconds * Distance));
                _rule.Refused(next.Rows, named: next.Rows / 2);
            }
            else
            {
                _rule.Refused(Usual, named: Distance);
            }
        }

        Assert.InRange(alone / (double)(alone + cut), least, most);
    }
}
