using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace EFCore.MySqlBulk.Execution;

/// <summary>EF Core's own watch over two uses of a context at once, which says its own sentence and may be turned off (<c>EnableThreadSafetyChecks</c>).</summary>
internal static class ConcurrentUse
{
    /// <summary>Enters until it is disposed of; the same flow may enter again, from a stream of rows for instance. Within an asynchronous method, so that its
    /// caller's flow is not taken for the one that is inside.</summary>
    /// <exception cref="InvalidOperationException">Another flow is inside.</exception>
    public static ConcurrencyDetectorCriticalSectionDisposer? Enter(DbContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        return context.GetService<ICoreSingletonOptions>().AreThreadSafetyChecksEnabled ? context.GetService<IConcurrencyDetector>().EnterCriticalSection() : null;
    }
}
