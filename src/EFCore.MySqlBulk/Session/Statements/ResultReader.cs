using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;

namespace EFCore.MySqlBulk.Session.Statements;

/// <summary>Reads the results of commands.</summary>
internal static class ResultReader
{
    /// <summary>The column name of the queries about the outcome of the statement before them.</summary>
    public const string AnswerName = "mysqlbulk_answer";

    /// <summary>Adds the rows of a query to a list.</summary>
    /// <returns>The number of rows.</returns>
    public static async ValueTask<int> RowsAsync<T>(DbCommand command, List<T> rows, Func<DbDataReader, T> read, IOBehavior io, CancellationToken token)
    {
        DbDataReader reader = await command.ExecuteReaderAsync(io, token).ConfigureAwait(false);
        try
        {
            while (await reader.ReadAsync(io, token).ConfigureAwait(false))
                rows.Add(read(reader));
        }
        catch (Exception exception) when (BrokenConnectionException.IsOutOfStep(exception))
        {
            // Without TLS, a row may be damaged in transit.
            throw new BrokenConnectionException(exception);
        }
        finally
        {
            await reader.DisposeAsync(io, token).ConfigureAwait(false);
        }

        return rows.Count;
    }

    /// <summary>Runs several statements in one command, and adds the results of the queries behind them to a list.</summary>
    /// <returns>The number of rows that the statements affected.</returns>
    public static async ValueTask<int> AnswersAsync(DbCommand command, List<long> answers, IOBehavior io, CancellationToken token)
    {
        LateCancellation cancellation = new(command, token);
        DbDataReader? reader = null;
        try
        {
            reader = await command.ExecuteSeveralAsync(io, token).ConfigureAwait(false);
            do
            {
                // A row's statement may return a result set of its own, which is skipped.
                bool isAnswer = reader.FieldCount == 1 && reader.GetName(0) == AnswerName;
                while (await reader.ReadOfSeveralAsync(io, token).ConfigureAwait(false))
                {
                    if (isAnswer)
                        answers.Add(Integer(reader));
                }
            }
            while (await reader.NextResultAsync(io, token).ConfigureAwait(false));
        }
        catch (DbException exception) when (token.IsCancellationRequested && ServerError.MayBeInterruption(exception))
        {
            throw new OperationCanceledException(exception.Message, exception, token);
        }
        finally
        {
            await cancellation.DisposeAsync().ConfigureAwait(false);
            if (reader is not null)
                await reader.DisposeAsync(io, token).ConfigureAwait(false);
        }

        return reader.RecordsAffected;
    }

    /// <summary>A number from the server; one above the range of a signed integer is returned with the same bits.</summary>
    public static long Integer(DbDataReader reader) => Integer(reader, 0);

    /// <summary>The number in a column.</summary>
    public static long Integer(DbDataReader reader, int column)
        => reader.GetValue(column) is ulong value ? unchecked((long)value) : Convert.ToInt64(reader.GetValue(column), CultureInfo.InvariantCulture);

    /// <summary>A text from the server.</summary>
    public static string Text(DbDataReader reader) => Convert.ToString(reader.GetValue(0), CultureInfo.InvariantCulture)!;
}
