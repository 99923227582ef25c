using System.Data.Common;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Wire;
using EFCore.MySqlBulk.Session.Driver;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>The outcome of a flight's statements: their sum, the first error, and the values that were requested of each statement.</summary>
/// <param name="statements">The maximum number of statements that carry rows; 0 if no values of single statements are kept.</param>
/// <param name="wantsKeys">Whether the generated key of each statement is kept.</param>
/// <param name="wantsAffected">Whether the number of affected rows of each statement is kept.</param>
internal class FlightOutcomes(int statements, bool wantsKeys = false, bool wantsAffected = false) : OutcomeReceiver
{
    private long _affected;

    /// <summary>The position in the flight of the first statement that carries rows.</summary>
    public virtual int First { get; set; } = int.MaxValue;

    /// <summary>The number of rows that the statements affected.</summary>
    public virtual long Affected => _affected;

    /// <summary>The number of warnings of the statements that carry rows.</summary>
    public long Warnings { get; private set; }

    /// <summary>Creates the driver's own exception for a server's error; <see langword="null" /> if there is no driver.</summary>
    public Func<ServerException, DbException>? ErrorOf { get; set; }

    /// <summary>Work that can be done while the server has statements to run. It must not throw.</summary>
    public Action? Meanwhile { get; set; }

    public DbException? Error { get; private set; }

    /// <summary>The position of the failed statement among those that carry rows; negative if it carries none.</summary>
    public int FailedAt { get; private set; }

    /// <summary>Receives the statements that are refused because of their values, which then do not end the flight; <see langword="null" /> if they do.</summary>
    public List<(int At, DbException Error)>? Refused { get; init; }

    /// <summary>Whether a statement is one of those that may be, by its position among those that carry rows.</summary>
    public Predicate<int> MayBeRefused { get; init; } = _ => true;

    public long[] Keys { get; } = wantsKeys ? new long[statements] : [];

    public int[] AffectedEach { get; } = wantsAffected ? new int[statements] : [];

    /// <summary>Whether a statement has ended the transaction, by an implicit commit for example.</summary>
    public bool HasLeftTransaction { get; private set; }

    public override void Succeeded(int statement, in OkPacket ok)
    {
        HasLeftTransaction |= (ok.Status & ServerStatus.InTransaction) == 0 && ok.Status != ServerStatus.None;
        int at = statement - First;
        if (at < 0)
            return;
        _affected += (long)ok.AffectedRows;
        Warnings += ok.Warnings;
        if (Keys.Length > 0)
            Keys[at] = (long)ok.LastInsertId;
        if (AffectedEach.Length > 0)
            AffectedEach[at] = (int)ok.AffectedRows;
    }

    public override bool GoesOnAfter(int statement, ServerException error) => Refused is not null && statement >= First && ServerError.IsRefusal(error) && MayBeRefused(statement - First);

    public override void Failed(int statement, ServerException error)
    {
        if (Error is not null)
            return;
        DbException made = ErrorOf is { } errorOf ? errorOf(error) : error;
        if (GoesOnAfter(statement, error))
        {
            Refused!.Add((statement - First, made));
            return;
        }

        Error = made;
        FailedAt = statement < First ? -1 : statement - First;
    }

    public override void AllSent()
    {
        if (Error is null)
            Meanwhile?.Invoke();
    }
}
