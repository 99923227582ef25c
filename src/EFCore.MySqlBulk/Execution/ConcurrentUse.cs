using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace EFCore.MySqlBulk.Execution;

/// <summary>EF Core's own check for two simultaneous uses of a context, which throws its own message and can be turned off (<c>EnableThreadSafetyChecks</c>).</summary>
internal static class ConcurrentUse
{
    /// <summary>Enters until the result is disposed; the same flow may enter again, from a stream of rows for example. Must be called within an
    /// asynchronous method, so that the caller's flow does not count as having entered.</summary>
    /// <exception cref="InvalidOperationException">Another flow is inside.</exception>
    public static ConcurrencyDetectorCriticalSectionDisposer? Enter(DbContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        return context.GetService<ICoreSingletonOptions>().AreThreadSafetyChecksEnabled ? context.GetService<IConcurrencyDetector>().EnterCriticalSection() : null;
    }
}
