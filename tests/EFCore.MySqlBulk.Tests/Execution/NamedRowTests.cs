using EFCore.MySqlBulk.Execution.Rejecting;
using EFCore.MySqlBulk.Mapping.Rows;

namespace EFCore.MySqlBulk.Tests.Execution;

public sealed class NamedRowTests
{
    private static readonly BulkRow[] Rows = [.. Enumerable.Range(100, 5).Select(i => new BulkRow(i, null, i))];

    [Theory]
    [InlineData("Data too long for column 'Name' at row 3", 2)]
    [InlineData("Out of range value for column 'N' at row 1", 0)]
    [InlineData("Incorrect value: 'x at row 2' for column 'N' at row 5", 4)]
    [InlineData("Data too long for column 'Name' at row 6", null)]
    [InlineData("Data too long for column 'Name' at row 0", null)]
    [InlineData("not this one at row -1", null)]
    [InlineData("not this one at row 99999999999", null)]
    [InlineData("Duplicate entry 'a at row 3' for key 'k'", null)]
    [InlineData(" at row ", null)]
    [InlineData("", null)]
    public void The_number_at_the_end_is_that_of_a_row_of_the_statement(string message, int? position)
        => Assert.Equal(position, NamedRow.PositionOf(new InvalidOperationException(message), Rows));

    [Fact]
    public void A_value_that_cannot_be_sent_is_one_of_a_known_row()
        => Assert.Equal(3, NamedRow.PositionOf(new RowValueException("at row 1") { Row = Rows[3] }, Rows));
}
