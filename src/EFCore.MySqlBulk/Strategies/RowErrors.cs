using System.Diagnostics;
using System.Globalization;
using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Shapes;
using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>Errors of a row that are found before it is sent.</summary>
internal static class RowErrors
{
    /// <summary>Writes a row; an exception names the row.</summary>
    public static void Write<TSink>(RowWriter<TSink> write, TSink sink, in BulkRow row, RowShape? shape)
        where TSink : RowSink
    {
        try
        {
            write(sink, row.Item, row.Entry);
        }
        catch (RowValueException exception)
        {
            throw new RowValueException(NotStorable(shape, row) ?? exception.Message) { Row = row };
        }
        catch (NullReferenceException exception)
        {
            string what = shape is null ? "The function that supplies the values dereferenced null" : "A complex property, or a navigation that supplies a value, is null";
            throw new RowValueException(what + ".", exception) { Row = row };
        }
        catch (Exception exception) when (exception is not (OperationCanceledException or UnreachableException))
        {
            throw new RowCodeException(exception) { Row = row };
        }
    }

    public static RowValueException TooLong(BulkPlan plan, in BulkRow row, long bytes)
        => new(
            $"One row of {plan.DisplayName} needs a statement of {bytes:N0} bytes; the server accepts {plan.Server.MaxAllowedPacket:N0}. "
            + "Raise max_allowed_packet on the server, or store large values elsewhere.")
        {
            Row = row,
        };

    private static string? NotStorable(RowShape? shape, in BulkRow row)
    {
        if (shape is null || shape.BareKeyType is not null)
            return null;
        foreach (RowCell cell in shape.Cells)
        {
            if (cell.Column is not JsonColumn && !IsStorable(cell.Column.ToProvider(cell.Column.ValueOf(row.Item, row.Entry))))
                return string.Create(CultureInfo.InvariantCulture, $"{cell.Column.DisplayName} is {cell.Column.ValueOf(row.Item, row.Entry)}; MySQL and MariaDB cannot store it.");
        }

        return null;
    }

    private static bool IsStorable(object? value) => value switch
    {
        double number => double.IsFinite(number),
        float number => float.IsFinite(number),
        TimeSpan time => TemporalText.IsTime(time),
        _ => true,
    };
}
