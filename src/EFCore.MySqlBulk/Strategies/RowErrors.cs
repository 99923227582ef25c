using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>What can be wrong with a row before the server sees it.</summary>
internal static class RowErrors
{
    /// <summary>Writes a row; what fails names the row.</summary>
    public static void Write<TSink>(RowWriter<TSink> write, TSink sink, in BulkRow row)
        where TSink : RowSink
    {
        try
        {
            write(sink, row.Item, row.Entry);
        }
        catch (RowValueException exception)
        {
            exception.Row ??= row;
            throw;
        }
        catch (NullReferenceException exception)
        {
            throw new RowValueException("A complex property, or a navigation that a value comes from, is null.", exception) { Row = row };
        }
    }

    public static RowValueException TooLong(BulkPlan plan, in BulkRow row, long bytes)
        => new(
            $"One row of '{plan.Table.DisplayName}' needs a statement of {bytes:N0} bytes; the server takes {plan.Server.MaxAllowedPacket:N0}. "
            + "Raise max_allowed_packet on the server, or store large values elsewhere.")
        {
            Row = row,
        };
}
