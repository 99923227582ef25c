using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace EFCore.MySqlBulk.Analyzers;

/// <summary>Checks each call of a method of the library in a user's code.</summary>
public abstract class BulkCallAnalyzer : DiagnosticAnalyzer
{
    private const string Library = "EFCore.MySqlBulk";

    private protected BulkCallAnalyzer()
    {
    }

    public sealed override void Initialize(AnalysisContext context)
    {
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.EnableConcurrentExecution();
        context.RegisterCompilationStartAction(start =>
        {
            if (start.Compilation.ReferencedAssemblyNames.Any(assembly => assembly.Name == Library))
                start.RegisterOperationAction(CheckCall, OperationKind.Invocation);
        });
    }

    private protected abstract void Check(IInvocationOperation call, OperationAnalysisContext context);

    private void CheckCall(OperationAnalysisContext context)
    {
        IInvocationOperation call = (IInvocationOperation)context.Operation;
        if (call.TargetMethod.ContainingAssembly?.Name == Library)
            Check(call, context);
    }
}
