using EFCore.MySqlBulk.Execution.Rules;

namespace EFCore.MySqlBulk.Tests.Execution;

/// <summary>What the stored rows reveal about a statement whose answer was lost.</summary>
public sealed class LostAnswerTests
{
    [Theory]
    [InlineData(0, false)]
    [InlineData(2, null)]
    [InlineData(3, true)]
    public void An_insert_is_stored_when_its_rows_are_there(int found, bool? stored) => Assert.Equal(stored, new InsertRules().IsStored(found, 3));

    [Theory]
    [InlineData(0, true)]
    [InlineData(2, null)]
    [InlineData(3, false)]
    public void A_delete_is_stored_when_its_rows_are_gone(int found, bool? stored) => Assert.Equal(stored, new DeleteRules().IsStored(found, 3));

    [Fact]
    public void Updates_and_statements_leave_no_trace_to_look_up()
    {
        Assert.Null(new UpdateRules().TraceOf(null!, default, []));
        Assert.Null(new ExecuteRules().TraceOf(null!, default, []));
    }
}
